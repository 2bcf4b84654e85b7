import type { ReactNode } from 'react'
import type { AgentRegistration, DuplicateCandidate, ResidentRegistration } from '../../contract.ts'
import { t } from '../../messages.ts'
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

type Props = { registration: ResidentRegistration | AgentRegistration; children?: ReactNode }

/** The possible duplicates of an undecided registration; nothing when there are none. */
export function Duplicates({ registration, children }: Props) {
  if (!registration.Editable || registration.Duplicates.length === 0) return null
  return (
    <section className={classes.duplicates}>
      <strong>{t('SectionDuplicates').text}</strong>
      <ul>
        {registration.Duplicates.map((one) => (
          <li key={one.Id}>
            {duplicateName(one)}: {reasonsOf(one)}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
