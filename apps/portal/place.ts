const PREFIX = 'at-'

/** Tab title and the page's style class, both from where one is (spec 1 §4); parameters are no part of the class. */
export function setPlace({ path, title }: { path: string; title: string }) {
  document.title = `${title} · Parcelhall`
  const words = path.split('/').filter((part) => part && !part.includes('{'))
  const others = [...document.body.classList].filter((name) => !name.startsWith(PREFIX))
  document.body.className = [...others, PREFIX + words.join('-').toLowerCase()].join(' ')
}
