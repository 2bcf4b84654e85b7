import { examplesOf } from '#apps/server/testing/example.ts'
import { devices } from '../contract.ts'

export const devicesExamples = examplesOf(devices, {
  list: ({ ids }) => ({ params: { lockerBankId: ids.lockerBank, rediscover: 'false' } }),
  open: ({ ids, mark }) => ({ params: { lockerBankId: ids.lockerBank, device: mark('SN') } }),
  map: ({ ids, mark }) => ({ params: { lockerBankId: ids.lockerBank, locker: ids.locker, device: mark('SN') } }),
  unmap: ({ ids }) => ({ params: { lockerBankId: ids.lockerBank, locker: ids.locker } }),
})
