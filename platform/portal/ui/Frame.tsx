import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConnectionBanner } from '../feedback/ConnectionBanner.tsx'
import { Toasts } from '../feedback/toast.tsx'
import { applyDensity } from './density.ts'
import { printInLight } from './print.ts'
import { colorSchemes, theme } from './theme.ts'

applyDensity()
printInLight()

/** Theme, the banner of a lost connection and notices around every page of the portal, signed in or not. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorSchemes}>
      <ConnectionBanner />
      {children}
      <Toasts />
    </MantineProvider>
  )
}
