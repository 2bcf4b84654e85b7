import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { testServer } from '#apps/server/testing/server.ts'
import { organisations } from '#features/organisations/contract.ts'
import { seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { createLog } from '#platform/server/config/log.ts'
import { smtpTransport } from '#platform/server/mail/delivery.ts'
import { mailServer } from '#platform/server/testing/mail-server.ts'
import { startSmsService } from '#platform/server/testing/sms-service.ts'
import { sendNotices } from '../sender.ts'

export const PUBLIC_URL = 'http://127.0.0.1'
/** A Monday at noon in London. */
export const NOON = new Date('2026-11-23T12:00:00Z')

/** A server, a mail server and an SMS service, to send notices by. */
export async function startSending() {
  const sms = await startSmsService()
  const smtp = await mailServer()
  const server = await testServer({ smsApiUrl: sms.url })
  const transport = smtpTransport(`smtp://127.0.0.1:${smtp.port}`, 'desk@house.test')
  const { database, keys } = server
  const deps = { database, keys, transport, smsApiUrl: sms.url, publicUrl: PUBLIC_URL, log: createLog('silent') }
  return {
    server,
    sms,
    smtp,
    deps,
    send: (now = NOON, more: Partial<typeof deps> = {}) => sendNotices({ ...deps, ...more }, () => now),
    /** A new organisation with an SMS account. */
    async organisation(systemName: string) {
      const organisation = await seedOrganisation(server, systemName)
      const fixtures = await seedPackageFixtures(server, organisation)
      const token = await tokenOf(server, 'organisationmanager', systemName)
      const gateway = { AccountSid: 'AC1', AuthToken: 'right-token', SenderPhoneNumber: '+15550100', IsEnabled: true }
      await server.ask(organisations.saveSms, { token, params: { id: organisation.organisationId }, input: gateway })
      const recipient = fixtures.people[0]!
      /** Changes the recipient of the packages of a test. */
      const set = (change: object, id = recipient.residentId) =>
        fixtures.asTenant((db) => db.updateTable('residents').set(change).where('id', '=', id).execute())
      return { ...organisation, fixtures, token, recipient, set }
    },
    /** Both providers accept again and have got nothing. */
    reset() {
      smtp.answerWith({})
      sms.answerWith(201)
      smtp.mails.length = 0
      sms.received.length = 0
    },
    async stop() {
      transport.close()
      await server.stop()
      await smtp.close()
      await sms.stop()
    },
  }
}
