import { escaped } from '#platform/html.ts'

/** Who sends an e-mail. `logo`: the address of a picture; null without one. */
export type Sender = { readonly name: string; readonly logo: string | null }
type Frame = Sender & {
  /** Above the content; without one nothing. */
  readonly heading?: string
  /** A language tag. */
  readonly language: string | null
}

/** The height of a logo in px. */
const LOGO_HEIGHT = 50

/**
 * HTML in the frame of every e-mail: one column up to 560 px that also fits 320 px, in light and dark. Colours are set twice, because
 * some mail programs drop the style element. The logo is on white, because it may be dark; its text stands in for it.
 */
export const framed = (content: string, { name, logo, heading, language }: Frame): string => `<!doctype html>
<html${language ? ` lang="${escaped(language)}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(heading ?? name)}</title>
<style>
  :root { color-scheme: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #16181d !important; }
    .card { background: #22252c !important; color: #e8e9ec !important; }
    .quiet { color: #a9adb8 !important; }
    a { color: #8ab4ff !important; }
  }
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f3f4f6;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;table-layout:fixed;">
${logo ? logoRow(logo, name) : ''}<tr><td class="card" style="background:#ffffff;color:#1c1f26;border-radius:8px;padding:24px;font:16px/1.5 Arial,Helvetica,sans-serif;overflow-wrap:anywhere;">
${heading ? `<p style="margin:0 0 16px;font-weight:bold;">${escaped(heading)}</p>\n` : ''}${content}
</td></tr>
<tr><td class="quiet" style="padding:16px 24px;color:#5b616e;font:13px/1.5 Arial,Helvetica,sans-serif;overflow-wrap:anywhere;">${escaped(name)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`

const logoRow = (logo: string, name: string) => `<tr><td style="padding:0 0 16px;">
<span style="display:inline-block;max-width:100%;box-sizing:border-box;background:#ffffff;border-radius:8px;padding:8px 12px;">
<img src="${escaped(logo)}" alt="${escaped(name)}" height="${LOGO_HEIGHT}" style="display:block;height:${LOGO_HEIGHT}px;width:auto;max-width:100%;object-fit:contain;border:0;font:bold 18px/${LOGO_HEIGHT}px Arial,Helvetica,sans-serif;color:#1c1f26;">
</span>
</td></tr>
`

/** A picture of the e-mail itself, by its name. On white, because a QR code needs it. */
export const pictureBelow = (name: string): string =>
  `<p><img src="cid:${escaped(name)}" alt="" style="display:block;max-width:100%;background:#ffffff;border-radius:8px;"></p>`

/**
 * A plain text as HTML: paragraphs, line breaks, and links to our own addresses only, because a name in the text may look like another.
 * @param ownUrl PUBLIC_URL
 */
export function htmlOfText(text: string, ownUrl: string): string {
  const words = (line: string) => line.split(/(\s+)/).map((word) => (isOwn(word, ownUrl) ? linkTo(word) : escaped(word)))
  const paragraph = (lines: string) =>
    `<p>${lines
      .split('\n')
      .map((line) => words(line).join(''))
      .join('<br>\n')}</p>`
  return text
    .trim()
    .split(/\n{2,}/)
    .map(paragraph)
    .join('\n')
}

const isOwn = (word: string, ownUrl: string) => word.startsWith(`${ownUrl}/`)
const linkTo = (url: string) => `<a href="${escaped(url)}" style="color:#1d4ed8;">${escaped(url)}</a>`
