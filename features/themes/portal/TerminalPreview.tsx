import '@mantine/core/styles/SegmentedControl.css'
import { Button, Modal, SegmentedControl, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import type { ThemeValues } from '#features/kiosks/theme.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { TERMINAL } from '../contract.ts'
import { t } from '../messages.ts'
import classes from './preview.module.css'
import type { ImageUrls } from './use-image-url.ts'

const SCREENS = ['menu', 'code', 'screensaver', 'error'] as const
type Screen = (typeof SCREENS)[number]
const nameOf = (screen: Screen): string =>
  ({ menu: t('PreviewMenu'), code: t('PreviewCode'), screensaver: t('SectionScreensaver'), error: t('PreviewError') })[screen]
    .text

type Props = { values: ThemeValues; images: ImageUrls }

/** The screens of the terminal in the theme of the form: drawn in their real size, then reduced to the width there is. */
export function TerminalPreview({ values, images }: Props) {
  const [screen, setScreen] = useState<Screen>('menu')
  const titleId = useId()
  const { ref, width } = useElementSize()
  const scale = width / TERMINAL.width
  const [isRealSize, setRealSize] = useState(false)
  return (
    <section className={classes.preview} aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        {t('SectionPreview').text}
      </Title>
      <SegmentedControl
        aria-label={t('PreviewScreen').text}
        transitionDuration={0}
        fullWidth
        value={screen}
        onChange={(value) => setScreen(value as Screen)}
        data={SCREENS.map((one) => ({ value: one, label: nameOf(one) }))}
      />
      <div ref={ref} className={classes.frame} style={{ height: scale * TERMINAL.height }}>
        <TerminalScreen {...{ screen, values, images, scale }} />
      </div>
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setRealSize(true)}>
        {t('ButtonRealSize').text}
      </Button>
      <Modal
        opened={isRealSize}
        onClose={() => setRealSize(false)}
        title={nameOf(screen)}
        size="auto"
        closeButtonProps={{ 'aria-label': tPortal('WordClose').text }}
      >
        <div className={classes.frame} style={{ width: TERMINAL.width, height: TERMINAL.height }}>
          <TerminalScreen {...{ screen, values, images, scale: 1 }} />
        </div>
      </Modal>
    </section>
  )
}

/** A screen of the terminal, drawn in its real size and then scaled. */
function TerminalScreen({ screen, values, images, scale }: Props & { screen: Screen; scale: number }) {
  return (
    <div
      role="img"
      aria-label={nameOf(screen)}
      className={classes.screen}
      style={{ ...variables(values, images), width: TERMINAL.width, height: TERMINAL.height, transform: `scale(${scale})` }}
    >
      <div aria-hidden className={classes.content}>
        {screen === 'screensaver' ? (
          <Screensaver text={values.ScreensaverText} />
        ) : (
          <Page screen={screen} values={values} images={images} />
        )}
      </div>
    </div>
  )
}

/** A font that a device lacks is replaced by one of its kind, as at the terminal. */
const KINDS: Readonly<Record<string, string>> = { Courier: 'monospace', 'Times New Roman': 'serif' }

const variables = (values: Props['values'], images: ImageUrls): CSSProperties =>
  ({
    fontFamily: `"${values.Font}", ${KINDS[values.Font] ?? 'sans-serif'}`,
    '--header': values.HeaderColor,
    '--header-text': values.HeaderTextColor,
    '--footer': values.FooterColor,
    '--footer-text': values.FooterTextColor,
    '--body': values.BodyBgColor,
    '--body-text': values.BodyTextColor,
    '--button': values.ButtonColor,
    '--button-text': values.ButtonTextColor,
    '--error-text': values.ErrorTextColor,
    '--bank': values.LockerbankColor,
    '--saver-text': values.ScreensaverTextColor,
    '--saver-size': `${values.ScreensaverTextSize}px`,
    '--menu-image': images.MenuBgImg ? `url("${images.MenuBgImg}")` : 'none',
    '--saver-image': images.ScreensaverImg ? `url("${images.ScreensaverImg}")` : 'none',
  }) as CSSProperties

function Screensaver({ text }: { text: string }) {
  return (
    <div className={classes.saver}>
      <p>{text}</p>
    </div>
  )
}

function Page({ screen, values, images }: Props & { screen: Exclude<Screen, 'screensaver'> }) {
  const isMenu = screen === 'menu'
  return (
    <>
      <header className={classes.header}>
        {images.LogoImg && <img src={images.LogoImg} alt="" height={70} />}
        <span>{isMenu ? t('PreviewTitleMenu').text : t('PreviewTitleCode').text}</span>
      </header>
      <main className={classes.body} data-menu={isMenu || undefined}>
        {isMenu ? <Menu /> : <Code isWrong={screen === 'error'} />}
      </main>
      <footer className={classes.footer}>
        <span>{values.FooterTextResident}</span>
        <span>{values.FooterTextCourier}</span>
      </footer>
    </>
  )
}

/** The doors of each column of the drawn locker bank. */
const BANK = [
  [1, 2],
  [3, 4, 5],
  [6, 7],
  [8, 9, 10, 11],
]

const PressButton = ({ children }: { children: ReactNode }) => <span className={classes.button}>{children}</span>

function Menu() {
  return (
    <>
      <div className={classes.menu}>
        <PressButton>{t('PreviewCollect').text}</PressButton>
        <PressButton>{t('PreviewDropOff').text}</PressButton>
        <PressButton>{t('PreviewDryCleaning').text}</PressButton>
      </div>
      <div className={classes.bank}>
        {BANK.map((doors) => (
          <div key={doors[0]} className={classes.column}>
            {doors.map((door) => (
              <span key={door} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

function Code({ isWrong }: { isWrong: boolean }) {
  return (
    <div className={classes.code}>
      <span className={classes.digits}>{isWrong ? '••••••••' : '••••'}</span>
      {isWrong && <p className={classes.error}>{t('PreviewWrongCode').text}</p>}
      <div className={classes.keys}>
        {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((key) => (
          <PressButton key={key}>{key}</PressButton>
        ))}
        <PressButton>{t('PreviewBack').text}</PressButton>
        <PressButton>0</PressButton>
        <PressButton>{t('PreviewOk').text}</PressButton>
      </div>
    </div>
  )
}
