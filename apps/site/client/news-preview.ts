/** Shows Markdown as the news will have it. */
const preview = document.querySelector<HTMLElement>('[data-preview]')!
const field = preview.querySelector('textarea')!
const show = async () => {
  const { markdownOf } = await import('../shared/markdown.ts')
  preview.querySelector('.text')!.innerHTML = markdownOf(field.value).text
}
field.addEventListener('input', show)
// The page has the preview of its example; after a reload the browser may have kept another text.
if (field.value !== field.defaultValue) show()
