import type { ReactNode } from 'react'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { t } from '../../messages.ts'
import type { AgentRegistration, DuplicateCandidate, ResidentRegistration } from '../../review-contract.ts'
import type { RegistrationType } from '../../rules.ts'
import classes from '../register.module.css'

const MARKS = [
  ['HasSameEmail', 'WordSameEmail'],
  ['HasSamePhone', 'WordSamePhone'],
  ['IsSamePerson', 'WordSamePerson'],
] as const
const reasonsOf = (one: DuplicateCandidate): string =>
  [
    ...MARKS.flatMap(([mark, word]) => (one[mark] ? [t(word).text] : [])),
    ...(one.IsRegistration ? [t('WordOtherRegistration').text] : []),
  ].join(', ')
/** The text for a candidate: 'Anna Berg, 12C, North Tower'. */
export const duplicateName = ({ Name, UnitNumber, PlaceName }: DuplicateCandidate): string =>
  [Name, UnitNumber, PlaceName].filter(Boolean).join(', ')

const REGISTRATIONS = { resident: 'residentRegistration', agent: 'agentRegistration' } as const

type Props = {
  kind: RegistrationType
  registration: ResidentRegistration | AgentRegistration
  children?: ReactNode
}

/** The possible duplicates of an undecided registration; nothing when there are none. */
export function Duplicates({ kind, registration, children }: Props) {
  if (!registration.Editable || registration.Duplicates.length === 0) return null
  return (
    <section className={classes.duplicates}>
      <strong>{t('SectionDuplicates').text}</strong>
      <ul>
        {registration.Duplicates.map((one) => (
          <li key={one.Id}>
            <RecordLink kind={one.IsRegistration ? REGISTRATIONS[kind] : kind} id={one.Id}>
              {duplicateName(one)}
            </RecordLink>
            : {reasonsOf(one)}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
