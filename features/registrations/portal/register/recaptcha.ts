type Google = {
  ready: (then: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}
declare const grecaptcha: Google

let script: Promise<void> | undefined

/** Loads Google's script once; the content security policy allows it where reCAPTCHA is used. */
function loadScript(src: string): Promise<void> {
  script ??= new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = src
    element.onload = () => grecaptcha.ready(resolve)
    element.onerror = () => {
      script = undefined
      reject(new Error('the reCAPTCHA script failed to load'))
    }
    document.head.append(element)
  })
  return script
}

/** Google's token for this visitor. */
export async function executeRecaptcha(siteKey: string, src: string): Promise<string> {
  await loadScript(src)
  return grecaptcha.execute(siteKey, { action: 'register' })
}
