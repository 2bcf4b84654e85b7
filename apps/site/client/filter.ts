/** A filter by kind, of drawings or news. */
export const filtered = document.querySelector<HTMLElement>('[data-filtered]')!
export const items = [...filtered.querySelectorAll<HTMLElement>('[data-kind]')]
const filter = filtered.querySelector<HTMLElement>('[data-filter]')!

filter.addEventListener('change', ({ target }) => {
  const { value } = target as HTMLInputElement
  for (const item of items) item.hidden = value !== '' && item.dataset.kind !== value
})
