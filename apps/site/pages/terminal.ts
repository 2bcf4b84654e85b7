import type { Content } from '../content/content.ts'
import { type Html, html } from '../shared/html.ts'

/** Colours before a choice; they are readable. */
const START = { background: '#10243e', button: '#2f6fde' } as const

/** A terminal that takes on the chosen colours. Without a script it has the first ones, and no fields. */
export function terminalOf({ product: { theme } }: Content): Html {
  const field = (name: keyof typeof START) =>
    html`<label>${theme[name]}<input type="color" name="${name}" value="${START[name]}"></label>`
  return html`<div class="theming" data-theming data-contrast="${theme.contrast}" data-weak="${theme.weak}">
<form class="fields scripted">${field('background')}${field('button')}<p role="status"></p></form>
<svg viewBox="0 0 512 384" role="img" aria-label="${theme.greeting}">
<rect class="case" width="512" height="384" rx="16"/><rect class="back" x="16" y="16" width="480" height="352" rx="4"/>
<text class="on-back" x="256" y="110" text-anchor="middle">${theme.greeting}</text>
<rect class="key" x="56" y="180" width="190" height="120" rx="10"/><text class="on-key" x="151" y="250" text-anchor="middle">${theme.collect}</text>
<rect class="key" x="266" y="180" width="190" height="120" rx="10"/><text class="on-key" x="361" y="250" text-anchor="middle">${theme.dropOff}</text>
</svg></div>`
}
