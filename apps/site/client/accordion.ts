/** The open answer stays open until another one is opened: an accordion keeps one item open (spec 3 §4). */
const questions = [...document.querySelectorAll<HTMLDetailsElement>('details[name]')]
const mark = (question: HTMLDetailsElement) =>
  question.querySelector('summary')!.setAttribute('aria-disabled', String(question.open))

for (const question of questions) {
  question.querySelector('summary')!.addEventListener('click', (event) => {
    if (question.open) event.preventDefault()
  })
  question.addEventListener('toggle', () => mark(question))
  mark(question)
}
