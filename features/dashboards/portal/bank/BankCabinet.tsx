import { t as tCabinet } from '#features/layout/cabinet-messages.ts'
import { t as tLayout } from '#features/layout/messages.ts'
import { LOCKER_MODES } from '#features/layout/model.ts'
import { Cabinet } from '#features/layout/portal/shared/Cabinet.tsx'
import { CabinetLegend } from '#features/layout/portal/shared/CabinetLegend.tsx'
import { NoLayout } from '#features/layout/portal/shared/NoLayout.tsx'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import type { CabinetLocker } from '../../contract.ts'
import type { Layout } from '../queries.ts'
import classes from './bank.module.css'

type Props = {
  lockerBankId: string
  name: string
  layout: Layout
  openDoors: ReadonlySet<string>
  selectedId: string | null
  choose: (locker: Pick<CabinetLocker, 'LockerName'>) => void
}

/** The bank's cabinet. A click on a door selects its locker; the terminal and blank panels cannot be selected. */
export function BankCabinet({ lockerBankId, name, layout, openDoors, selectedId, choose }: Props) {
  return (
    <section aria-label={tCabinet('TitleCabinet').text} className={classes.cabinet}>
      <Loaded query={layout} failure={tLayout('MsgFailedToFetchLayout').text}>
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
              <CabinetLegend lockers={columns.flatMap(({ LockerCollection }) => LockerCollection)} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
