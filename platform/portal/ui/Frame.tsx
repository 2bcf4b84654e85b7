import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Toasts } from '../feedback/toast.tsx'
import { applyDensity } from './density.ts'
import { colorSchemes, theme } from './theme.ts'

applyDensity()

/** Theme and notices: what every page of the portal stands in, signed in or not. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorSchemes}>
      {children}
      <Toasts />
    </MantineProvider>
  )
}
