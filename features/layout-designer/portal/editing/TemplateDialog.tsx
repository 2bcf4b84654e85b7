import { t as tCabinet } from '#features/layout/cabinet-messages.ts'
import '@mantine/core/styles/NumberInput.css'
import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Design } from '#features/layout/design.ts'
import { columnSize } from '#features/layout/geometry.ts'
import { t } from '#features/layout/messages.ts'
import { LOCKER_SIZES, sizesOf } from '#features/layout/model.ts'
import { LAYOUT_COLUMNS_MAX, LAYOUT_LOCKERS_MAX } from '#features/layout/rules.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import classes from '../designer.module.css'
import type { Designer } from './designer-store.ts'
import { doorCount, hasTerminal, possibleColumns, spread, TEMPLATES, type Template, templateText } from './template.ts'

type Props = { design: Design; designer: Designer; onClose: () => void }

/** Adds columns from a template such as '20 small, 8 medium, 4 large', and shows the result beforehand. */
export function TemplateDialog({ opened, design, designer, onClose }: Props & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={onClose} title={t('TitleTemplate').text} size="lg" withCloseButton={false}>
      <Choice design={design} designer={designer} onClose={onClose} />
    </Modal>
  )
}

const NO_TERMINAL = ''

function Choice({ design, designer, onClose }: Props) {
  const isTerminalTaken = hasTerminal(design)
  const offered = isTerminalTaken ? TEMPLATES.filter(({ terminal }) => terminal === null) : TEMPLATES
  const [template, setTemplate] = useState<Template>(offered[0]!)
  const set = (change: Partial<Template>) => setTemplate({ ...template, ...change })
  const isPossible = spread(template) !== null
  const add = () => {
    designer.dispatch({ type: 'addTemplate', template })
    onClose()
  }
  return (
    <Stack gap={16}>
      <Stack gap={8} role="group" aria-label={t('TemplatePresets').text}>
        <Text c="dimmed">{t('TemplatePresets').text}</Text>
        {offered.map((one) => (
          <Button key={templateText(one)} variant="default" justify="start" onClick={() => setTemplate(one)}>
            {templateText(one)}
          </Button>
        ))}
      </Stack>
      <div className={classes.counts}>
        {Object.values(LOCKER_SIZES).map(({ value, label, words }) => (
          <NumberInput
            key={value}
            label={`${label} · ${words}`}
            min={0}
            max={LAYOUT_LOCKERS_MAX}
            allowDecimal={false}
            allowNegative={false}
            value={template.counts[value] ?? 0}
            onChange={(count) => set({ counts: { ...template.counts, [value]: Number(count) || 0 } })}
          />
        ))}
        <NumberInput
          label={t('TemplateColumns').text}
          min={1}
          max={LAYOUT_COLUMNS_MAX}
          allowDecimal={false}
          allowNegative={false}
          value={template.columns}
          onChange={(columns) => set({ columns: Number(columns) || 1 })}
        />
        <NativeSelect
          label={tCabinet('TypeTerminal').text}
          disabled={isTerminalTaken}
          value={template.terminal ?? NO_TERMINAL}
          data={[
            { value: NO_TERMINAL, label: t('TemplateNoTerminal').text },
            ...sizesOf('terminal').map(({ value, label, words }) => ({ value: String(value), label: `${label} · ${words}` })),
          ]}
          onChange={({ currentTarget: { value } }) => set({ terminal: value === NO_TERMINAL ? null : Number(value) })}
        />
      </div>
      <Text role="status">{outcome(template)}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {tPortal('WordCancel').text}
        </Button>
        <Button disabled={!isPossible} onClick={add}>
          {t('ButtonAddTemplate').text}
        </Button>
      </Group>
    </Stack>
  )
}

function outcome(template: Template): string {
  const { columns } = template
  const count = doorCount(template)
  if (count === 0) return t('TemplateEmpty').text
  const doors = spread(template)
  if (doors) return t('TemplateFits', { count, columns, size: columnSize({ lockers: doors[0]! }) }).text
  const fitting = possibleColumns(template).join(', ')
  return [t('TemplateUneven', { columns }).text, fitting && t('TemplateWouldFit', { columns: fitting }).text]
    .filter(Boolean)
    .join(' ')
}
