import { IconRefreshAlert } from '@tabler/icons-react'
import { Meaning } from '#platform/portal/Meaning.tsx'
import { oldConfiguration } from '../rules.ts'

/** Says that a bank's kiosk works with an older configuration than was published last; nothing of any other. */
export function OldConfiguration({ bank }: { bank: Parameters<typeof oldConfiguration>[0] }) {
  const said = oldConfiguration(bank)
  return (
    said && (
      <Meaning kind="look" icon={IconRefreshAlert}>
        {said.text}
      </Meaning>
    )
  )
}
