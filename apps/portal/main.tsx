import './no-eval.ts'
import '#platform/portal/ui/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTexts } from '#platform/portal/session/language.ts'
import { Frame } from '#platform/portal/ui/Frame.tsx'
import { Entry } from './Entry.tsx'
import { checkVersion } from './shell/version-check.ts'

void checkVersion()

// Texts of every page's frame and of general refusals.
void loadTexts(['Common', 'Portal']).then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <Frame>
        <Entry />
      </Frame>
    </StrictMode>,
  ),
)
