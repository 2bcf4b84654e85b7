type Google = {
  ready: (then: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}
declare const grecaptcha: Google

let script: Promise<void> | undefined

/** Fetches Google's script once, as the page's own policy allows where reCAPTCHA is set. */
function fetchScript(src: string): Promise<void> {
  script ??= new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = src
    element.onload = () => grecaptcha.ready(resolve)
    element.onerror = () => {
      script = undefined
      reject(new Error('the script of reCAPTCHA could not be fetched'))
    }
    document.head.append(element)
  })
  return script
}

/** Google's word on whoever sends the form. */
export async function askGoogle(siteKey: string, src: string): Promise<string> {
  await fetchScript(src)
  return grecaptcha.execute(siteKey, { action: 'register' })
}
