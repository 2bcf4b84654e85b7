import { startFileServers } from './file-servers.ts'
import { vitest } from './runners.ts'
import { needsDocumentPrograms, SERVICES, type Service, startMosquitto, startPostgres15 } from './services.ts'
import { type Outcome, type Print, runLanes, type Step } from './steps.ts'

const PROGRAMS = 'PostgreSQL 15, Mosquitto, OpenSSH, vsftpd, Dovecot, qpdf and LibreOffice'

/**
 * Runs Vitest while Debian's programs run: tests that use a database or a broker use its PostgreSQL and Mosquitto, and
 * those that use servers with files or open files of reports are not skipped.
 */
async function onServices(args: readonly string[], print: Print): Promise<Outcome> {
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
    const env = {
      TEST_DATABASE_URL: await startService(startPostgres15),
      TEST_MQTT_URL: await startService(startMosquitto),
      TEST_FILE_SERVERS: JSON.stringify(files.servers),
      TEST_DOCUMENT_PROGRAMS: 'yes',
    }
    return await vitest(args, { env, print })
  } finally {
    for (const service of started.reverse()) await service.stop()
  }
}

/** All unit and server tests, those that can use Debian's programs on these. */
export const unitTestsOnServices: Step = {
  name: `Unit and server tests on ${PROGRAMS}`,
  run: (print) => onServices(['run'], print),
}
/** The tests that use Debian's programs only. */
const serviceTests: Step = {
  name: `Tests on ${PROGRAMS}`,
  run: (print) => onServices(['related', SERVICES, '--run'], print),
}

if (import.meta.main) process.exitCode = await runLanes([[serviceTests]])
