import { LOCKER_MODES } from '#features/layout/model.ts'
import { Cabinet } from '#features/layout/portal/shared/Cabinet.tsx'
import { CabinetLegend } from '#features/layout/portal/shared/CabinetLegend.tsx'
import { NoLayout } from '#features/layout/portal/shared/NoLayout.tsx'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import type { CabinetLocker } from '../../contract.ts'
import { t } from '../../messages.ts'
import classes from './bank.module.css'
import type { Layout } from './use-layout.ts'

type Props = {
  lockerBankId: string
  name: string
  layout: Layout
  openDoors: ReadonlySet<string>
  selectedId: string | null
  choose: (locker: Pick<CabinetLocker, 'LockerName'>) => void
}

/** The bank as it stands in the lobby. A door leads to its detail; the terminal and a blank in the steel have none. */
export function BankCabinet({ lockerBankId, name, layout, openDoors, selectedId, choose }: Props) {
  return (
    <section aria-label={t('TitleCabinet').text} className={classes.cabinet}>
      <Loaded query={layout}>
        {(columns) =>
          columns.length === 0 ? (
            <NoLayout lockerBankId={lockerBankId} />
          ) : (
            <>
              <Cabinet
                name={name}
                columns={columns}
                openDoors={openDoors}
                selectedId={selectedId}
                onOpen={(locker) => {
                  if (locker.LockerType === 'locker' && locker.LockerMode !== LOCKER_MODES.removed) choose(locker)
                }}
              />
              <CabinetLegend withPackages />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
