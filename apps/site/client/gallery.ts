/** The gallery: a filter by size of the building, and drawings enlarged one after the other. */
const gallery = document.querySelector<HTMLElement>('[data-gallery]')!
const items = [...gallery.querySelectorAll<HTMLElement>('[data-kind]')]
const filter = gallery.querySelector<HTMLElement>('[data-filter]')!
const box = gallery.querySelector<HTMLDialogElement>('[data-lightbox]')!
const part = (name: string) => box.querySelector<HTMLElement>(`[data-${name}]`)!

filter.hidden = false
filter.addEventListener('change', ({ target }) => {
  const { value } = target as HTMLInputElement
  for (const item of items) item.hidden = value !== '' && item.dataset.kind !== value
})

let shown = 0
const visible = () => items.filter((item) => !item.hidden)
function show(index: number) {
  const all = visible()
  shown = (index + all.length) % all.length
  const item = all[shown]!
  part('picture').replaceChildren(item.querySelector('svg')!.cloneNode(true))
  const place = gallery.dataset.ofAll!.replace('%curr%', String(shown + 1)).replace('%total%', String(all.length))
  part('caption').textContent = `${item.querySelector('p')!.textContent} ${place}`
}

for (const item of items)
  item.querySelector('button')!.addEventListener('click', () => {
    show(visible().indexOf(item))
    box.showModal()
  })
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
