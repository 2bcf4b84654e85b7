import { inject } from 'vitest'
import type { TestCluster } from './global-setup.ts'

// tools/test-services.ts also runs the tests that import this file, directly or indirectly, on external services.

/** The PostgreSQL of this run: embedded, or that of TEST_DATABASE_URL. */
export const cluster = (): TestCluster => inject('cluster')

/** The address of a Mosquitto as its administrator, if this run has one. */
export const mosquittoUrl = process.env.TEST_MQTT_URL

/** Whether this run has qpdf, pdftotext, pdfinfo and LibreOffice. */
export const hasDocumentPrograms = process.env.TEST_DOCUMENT_PROGRAMS === 'yes'

/** Where the servers of a run are; the tests get it as JSON in TEST_FILE_SERVERS. */
export type FileServers = {
  readonly userName: string
  readonly password: string
  /** The folder of SFTP and FTP. */
  readonly folder: string
  /** The folder in which a new file is a message of the mailbox. */
  readonly mailbox: string
  /** Of the authority that has signed the certificate of localhost, in PEM. */
  readonly certificate: string
  readonly ports: { readonly sftp: number; readonly ftp: number; readonly pop3: number; readonly pop3s: number }
}

/** Where the servers with files are, if this run has them (tools/file-servers.ts). */
export const fileServers: FileServers | undefined = process.env.TEST_FILE_SERVERS && JSON.parse(process.env.TEST_FILE_SERVERS)
