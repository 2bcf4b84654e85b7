import type { PackageInLocker } from '#features/packages/contract.ts'
import { GROUPS } from '#features/packages/statuses.ts'
import { Meaning, type MeaningKind } from '#platform/portal/Meaning.tsx'

const KINDS: Readonly<Record<number, MeaningKind>> = { [GROUPS.Expired]: 'look', [GROUPS.Flagged]: 'stop' }

/** The status of a package that lies in a locker: well, over its time, or flagged. */
export const PackageStatus = ({ of }: { of: Pick<PackageInLocker, 'StatusName' | 'StatusGroupId'> }) => (
  <Meaning kind={KINDS[of.StatusGroupId] ?? 'good'}>{of.StatusName}</Meaning>
)
