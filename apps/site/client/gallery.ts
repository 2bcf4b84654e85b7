import { filtered as gallery, items } from './filter.ts'
import { keepQuote, quote } from './quote.ts'

/** The drawings, enlarged one after the other, and added to the quote. */
const box = gallery.querySelector<HTMLDialogElement>('[data-lightbox]')!
const part = (name: string) => box.querySelector<HTMLElement>(`[data-${name}]`)!
const { loading = '', notLoaded = '', ofAll = '', added = '' } = gallery.dataset

let shown = 0
const visible = () => items.filter((item) => !item.hidden)
function show(index: number) {
  const all = visible()
  shown = (index + all.length) % all.length
  const item = all[shown]!
  const place = ofAll.replace('%curr%', String(shown + 1)).replace('%total%', String(all.length))
  const caption = `${item.querySelector('p')!.textContent} ${place}`
  part('caption').textContent = loading
  const picture = new Image()
  picture.alt = item.querySelector('strong')!.textContent
  picture.addEventListener('load', () => {
    part('picture').replaceChildren(picture)
    part('caption').textContent = caption
  })
  picture.addEventListener('error', () => {
    part('picture').replaceChildren()
    part('caption').textContent = `${notLoaded} ${caption}`
  })
  picture.src = item.querySelector('a')!.href
}

for (const item of items) {
  item.querySelector('a')!.addEventListener('click', (event) => {
    event.preventDefault()
    show(visible().indexOf(item))
    box.showModal()
  })
  const button = item.querySelector<HTMLButtonElement>('[data-add]')!
  button.addEventListener('click', () => {
    const name = button.dataset.add!
    const chosen = quote()
    keepQuote({ ...chosen, [name]: (chosen[name] ?? 0) + 1 })
    gallery.querySelector('[data-added-reply]')!.textContent = added.replace('{name}', name)
  })
}
part('previous-button').addEventListener('click', () => show(shown - 1))
part('next-button').addEventListener('click', () => show(shown + 1))
part('close-button').addEventListener('click', () => box.close())
box.addEventListener('click', ({ target }) => {
  if (target === box) box.close()
})
box.addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowLeft') show(shown - 1)
  if (key === 'ArrowRight') show(shown + 1)
})
