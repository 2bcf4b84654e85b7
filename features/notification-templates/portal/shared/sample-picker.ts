import type { ComponentType } from 'react'
import { extensionPoint } from '#platform/portal/navigation/extensions.ts'

/** Chooses the package whose values the preview shows; null for the sample values. */
export const SAMPLE_PICKERS = extensionPoint<ComponentType<{ value: string | null; onChange: (id: string | null) => void }>>()
