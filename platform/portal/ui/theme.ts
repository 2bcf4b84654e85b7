import { createTheme, localStorageColorSchemeManager } from '@mantine/core'
import { buttonRoot } from './button-root.tsx'

export const colorSchemes = localStorageColorSchemeManager({ key: 'residentialApp.colorScheme' })

/** Below this width the navigation is a drawer and grids are cards; on paper they are tables. */
export const NARROW_QUERY = 'screen and (width < 900px)'

/** The header of a window is not that of the page. */
const NO_BANNER = { header: { role: 'presentation' } }

/**
 * Fonts of the system, 14 px, one radius, indigo. Shade 7 is the lightest indigo on which white text passes AA; in the dark
 * scheme links take shade 3 (`theme.css`).
 */
/** The list itself scrolls: a scroll area around it could not be reached by keyboard. */
const LONG_LIST = { defaultProps: { withScrollArea: false }, styles: { options: { maxHeight: 240, overflowY: 'auto' } } } as const

export const theme = createTheme({
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Noto Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.4' }, h2: { fontSize: '1rem', lineHeight: '1.5' } },
  },
  // The neutrals of theme.css, for what Mantine itself draws in the dark scheme.
  colors: {
    // Shade 7 of Mantine's red is too light for white text.
    red: ['#fdeaea', '#fbd5d5', '#f5aaaa', '#ff8787', '#ff6b6b', '#e03131', '#d32f2f', '#c92a2a', '#b02525', '#962020'],
    dark: ['#e6e9ee', '#c6cbd4', '#a4acb9', '#939cab', '#454b57', '#31353f', '#1d2026', '#16181d', '#101216', '#0b0d10'],
  },
  primaryColor: 'indigo',
  primaryShade: 7,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  components: {
    Button: { defaultProps: { renderRoot: buttonRoot } },
    ActionIcon: { defaultProps: { renderRoot: buttonRoot } },
    Modal: {
      defaultProps: { overlayProps: { backgroundOpacity: 0.4 }, transitionProps: { duration: 120 }, attributes: NO_BANNER },
      styles: { title: { fontWeight: 600 } },
    },
    Drawer: { defaultProps: { attributes: NO_BANNER } },
    // 24 px, the smallest target of WCAG 2.2.
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    Select: LONG_LIST,
    MultiSelect: LONG_LIST,
    // Labels above, help below.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Menu: {
      // The placeholder for the first focus is no menu item, but ARIA allows only those; without it the menu itself gets the focus.
      defaultProps: { shadow: 'md', transitionProps: { duration: 0 }, withInitialFocusPlaceholder: false },
      styles: { item: { minHeight: 32 } },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 } } },
    Combobox: { defaultProps: { shadow: 'md' } },
  },
})
