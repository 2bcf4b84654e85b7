import '@mantine/core/styles/Kbd.css'
import '@mantine/core/styles/Switch.css'
import { Kbd, Modal, Switch } from '@mantine/core'
import { useState } from 'react'
import { t as tPortal } from '#platform/portal/messages.ts'
import { areKeysOn, switchKeys } from '#platform/portal/navigation/keys.ts'
import type { Screen } from '#platform/portal/navigation/screen.ts'
import { t } from '#platform/shortcut-messages.ts'
import classes from './shortcuts.module.css'

type Shortcut = { readonly keys: readonly string[]; readonly text: string }

/** The keyboard shortcuts, with the choice to switch off those without Ctrl. `reached`: the screens that have a letter. */
export default function Shortcuts({ reached, close }: { reached: readonly Screen[]; close: () => void }) {
  const [isOn, setIsOn] = useState(areKeysOn)
  const groups: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
    {
      title: t('GroupEverywhere').text,
      shortcuts: [
        { keys: ['Ctrl K'], text: t('KeyPalette').text },
        { keys: ['/'], text: t('KeySearch').text },
        { keys: ['?'], text: t('KeyHelp').text },
        { keys: ['H'], text: t('KeyScreenHelp').text },
        { keys: ['E'], text: t('KeyEdit').text },
      ],
    },
    {
      title: t('GroupLists').text,
      shortcuts: [
        { keys: ['J', 'K'], text: t('KeyRow').text },
        { keys: ['↑', '↓', '←', '→'], text: t('KeyCell').text },
        { keys: ['Enter'], text: t('KeyOpen').text },
        { keys: ['X'], text: t('KeyCheck').text },
        { keys: ['F2'], text: t('KeyCellEdit').text },
        { keys: ['Alt ↓'], text: t('KeyColumnMenu').text },
      ],
    },
    {
      title: t('GroupRecords').text,
      shortcuts: [
        { keys: ['J', 'K'], text: t('KeyNeighbour').text },
        { keys: ['1', '…', '9'], text: t('KeyAction').text },
      ],
    },
    {
      title: t('GroupGo').text,
      shortcuts: reached.map(({ title, nav }) => ({ keys: [nav?.key?.toUpperCase() ?? ''], text: title })),
    },
  ]
  return (
    <Modal
      opened
      onClose={close}
      title={tPortal('ShellShortcuts').text}
      size="xl"
      closeButtonProps={{ 'aria-label': tPortal('WordClose').text }}
    >
      <Switch
        label={t('ShortcutsOn').text}
        description={t('HelpShortcutsOn').text}
        checked={isOn}
        onChange={(event) => {
          switchKeys(event.currentTarget.checked)
          setIsOn(event.currentTarget.checked)
        }}
      />
      <div className={classes.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ keys, text }) => (
                <div key={text}>
                  <dt>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
