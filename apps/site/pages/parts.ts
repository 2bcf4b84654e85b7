import type { Content, Item } from '../content/content.ts'
import { type Html, html } from '../shared/html.ts'

/** Titles with texts, side by side; numbered if they are steps. */
export const cards = (list: readonly Item[], isOrdered = false): Html => {
  const entries = list.map(({ title, text }) => html`<li><h3>${title}</h3><p>${text}</p></li>`)
  return isOrdered ? html`<ol class="cards">${entries}</ol>` : html`<ul class="cards">${entries}</ul>`
}

/** A choice of one kind or all; without a script all are shown, and there is no choice. */
export function filterOf(legend: string, all: string, kinds: Readonly<Record<string, string>>): Html {
  const choice = (value: string, label: string) =>
    html`<label><input type="radio" name="kind" value="${value}"${value === '' ? html` checked` : ''}>${label}</label>`
  return html`<fieldset class="filter scripted" data-filter><legend>${legend}</legend>${[['', all] as const, ...Object.entries(kinds)].map(([value, label]) => choice(value, label))}</fieldset>`
}

/** A button that shows a text beside it; the browser closes it by Escape and by a click elsewhere. */
export const popover = (id: string, { title, text }: Item): Html =>
  html`<button type="button" class="hint" popovertarget="${id}" aria-label="${title}">?</button><span class="popover" id="${id}" popover role="note"><strong>${title}</strong> ${text}</span>`

/** Long texts of which the first line is shown; without a script all of them. */
export const toggles = ({ toggle }: Content, list: readonly Item[]): Html =>
  html`<div data-toggles data-more="${toggle.more}" data-less="${toggle.less}">${list.map(
    ({ title, text }) => html`<div class="toggle"><h3>${title}</h3><p>${text}</p></div>`,
  )}</div>`

/** A row that is scrolled sideways; a script adds buttons and, with `isTimed`, moves it on. */
export const carousel = ({ carousel: texts }: Content, label: string, slides: readonly Html[], isTimed: boolean): Html =>
  html`<div class="carousel" role="group" aria-label="${label}" data-carousel${isTimed ? html` data-timed` : ''} data-previous="${texts.previous}" data-next="${texts.next}" data-go-to="${texts.goTo}" data-pause="${texts.pause}" data-resume="${texts.resume}"><ul class="slides${isTimed ? ' single' : ''}" tabindex="0" aria-label="${label}">${slides.map((slide) => html`<li>${slide}</li>`)}</ul></div>`
