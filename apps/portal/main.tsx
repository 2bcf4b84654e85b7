import './no-eval.ts'
import '#platform/portal/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Frame } from '#platform/portal/Frame.tsx'
import { Entry } from './Entry.tsx'
import { reloadForMissingChunks } from './missing-chunk.ts'

reloadForMissingChunks()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Frame>
      <Entry />
    </Frame>
  </StrictMode>,
)
