import { startFileServers } from './file-servers.ts'
import { vitest } from './runners.ts'
import { needsDocumentPrograms, SERVICES, type Service, startMosquitto, startPostgres15 } from './services.ts'
import { type Outcome, runSteps } from './steps.ts'

/** Runs the tests that use a database or a broker on Debian's PostgreSQL and Mosquitto, those that use its servers with files, started for this run, and those that open files of reports. */
async function onServices(): Promise<Outcome> {
  const started: { stop(): Promise<void> }[] = []
  const startService = async (start: () => Promise<Service>) => {
    const service = await start()
    started.push(service)
    return service.url
  }
  try {
    needsDocumentPrograms()
    const files = await startFileServers()
    started.push(files)
    return await vitest(['related', SERVICES, '--run'], {
      env: {
        TEST_DATABASE_URL: await startService(startPostgres15),
        TEST_MQTT_URL: await startService(startMosquitto),
        TEST_FILE_SERVERS: JSON.stringify(files.servers),
        TEST_DOCUMENT_PROGRAMS: 'yes',
      },
    })
  } finally {
    for (const service of started.reverse()) await service.stop()
  }
}

process.exitCode = await runSteps([
  { name: 'Tests on PostgreSQL 15, Mosquitto, OpenSSH, vsftpd, Dovecot, qpdf and LibreOffice', run: onServices },
])
