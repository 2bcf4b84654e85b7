import type { Permission } from '#platform/permissions.ts'
import { ScreenLink } from '../navigation/links.tsx'
import { May } from '../session/viewer.tsx'

/** A next step; shown to those with the permission. */
export type NextStep = { readonly to: string; readonly text: string; readonly needs: Permission }

/** What an empty list says: the text, and links to what fills it. */
export const EmptyHint = ({ text, steps }: { text: string; steps: readonly NextStep[] }) => (
  <>
    {text}
    {steps.map(({ to, text: link, needs }) => (
      <May key={to} permission={needs}>
        {' '}
        <ScreenLink to={to}>{link}</ScreenLink>
      </May>
    ))}
  </>
)
