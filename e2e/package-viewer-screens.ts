import type { Page } from '@playwright/test'
import { cellsOf } from './fixtures.ts'

export const TITLE = 'Package Viewer'

export const grid = (page: Page) => page.getByRole('grid', { name: TITLE })

export const numbers = (page: Page) => page.getByRole('rowheader')

export const detail = (page: Page) => page.getByRole('dialog')

export const cells = (page: Page, column: string) => cellsOf(grid(page), column)
