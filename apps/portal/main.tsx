import './no-eval.ts'
import '#platform/portal/ui/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { OtherSignIn } from '#features/session/portal/shared/other-sign-in.ts'
import { loadTexts } from '#platform/portal/session/language.ts'
import { Frame } from '#platform/portal/ui/Frame.tsx'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { Entry } from './Entry.tsx'
import { checkVersion } from './shell/version-check.ts'

const SingleSignOn = lazyComponent(() => import('#features/single-sign-on/portal/SignInButton.tsx'))

void checkVersion()

// Texts of every page's frame and of general refusals.
void loadTexts(['Common', 'Portal']).then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <OtherSignIn value={SingleSignOn}>
        <Frame>
          <Entry />
        </Frame>
      </OtherSignIn>
    </StrictMode>,
  ),
)
