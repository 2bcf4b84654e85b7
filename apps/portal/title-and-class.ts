const PREFIX = 'at-'

/** The tab title and style class of an address (spec 1 §4); the class has no parameters. */
export function setTitleAndClass({ path, title }: { path: string; title: string }) {
  document.title = `${title} · Parcelhall`
  const words = path.split('/').filter((part) => part && !part.includes('{'))
  const others = [...document.body.classList].filter((name) => !name.startsWith(PREFIX))
  document.body.className = [...others, PREFIX + words.join('-').toLowerCase()].join(' ')
}
