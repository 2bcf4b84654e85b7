import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { imports } from '#features/imports/contract.ts'
import { residentsNamed } from '#features/imports/testing/files.ts'
import { settings } from '#features/settings/contract.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { type FetchedFile, importSources } from '../contract.ts'
import { sendFetches } from '../server/fetch.ts'
import { reportFetches } from '../server/report.ts'
import { startSftpServer } from './sftp-server.ts'

export const LOGIN = { Url: '127.0.0.1', UserName: 'desk', Password: 'right', IsActive: true }

type Values = Readonly<Record<string, string | boolean | number>>

/** Organisations whose files of residents are fetched from a server. */
export function fetchFixtures() {
  const state = {} as {
    server: TestServer
    organisations: number
  }
  state.organisations = 0
  beforeAll(async () => {
    state.server = await testServer({ allowedHosts: ['127.0.0.1'] })
  })
  afterAll(() => state.server.stop())
  /** A new organisation with an SFTP server on a new folder. */
  async function there(options: Parameters<typeof startSftpServer>[1] = {}) {
    state.organisations += 1
    const systemName = `house${state.organisations}`
    const { organisationId } = await seedOrganisation(state.server, systemName)
    const token = await tokenOf(state.server, 'organisationmanager', systemName)
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'in'))
    const sftp = await startSftpServer(folder, options)
    const save = (input: object) => state.server.ask(settings.save, { token, input: input as never })
    const rules = (values: Values) => save({ ImportSettings: Object.entries(values).map(([Name, Value]) => ({ Name, Value })) })
    const use = async (change: object = {}) =>
      save({
        ImportSftpSettings: {
          ...{ ...LOGIN, Port: sftp.port, Path: 'in' },
          ...{ ServerFingerPrint: sftp.fingerprint, IsServerFingerPrintCheckEnabled: true },
          ...change,
        },
      })
    await use()
    await rules({ ImportReportEmails: 'office@house.test' })
    return {
      organisationId,
      token,
      folder,
      sftp,
      save,
      use,
      rules,
      put: (name: string, content: string | Buffer) => writeFileSync(join(folder, 'in', name), content),
      names: (sub = '') => {
        const path = join(folder, 'in', sub)
        return existsSync(path) ? readdirSync(path).filter((name) => name.includes('.')) : []
      },
      fetched: async (): Promise<FetchedFile[]> => (await state.server.ask(importSources.page, { token, input: {} })).body.Data,
      imports: async () => (await state.server.ask(imports.page, { token, input: {} })).body.Data,
      failure: async () =>
        (await state.server.ask(settings.get, { token, params: { organisationId } })).body.ImportSftpSettings.LastFailure,
      residents: async (name: string) => (await residentsNamed(state.server, organisationId, name)).length,
    }
  }
  /** What the job workers do in a quarter of an hour: fetch, check, decide, apply and report. */
  async function fetchAll() {
    state.server.mails.length = 0
    await sendFetches(state.server.deps)
    await state.server.work()
    for (let i = 0; i < 3; i += 1) {
      await reportFetches(state.server.deps, new Date())
      await state.server.work()
    }
  }

  return { state, there, fetchAll }
}
