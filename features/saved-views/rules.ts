import type { Message } from '#platform/define-messages.ts'
import { MAX_VIEWS, MAX_VIEWS_CONTENT, MAX_VIEWS_IN_ALL } from './contract.ts'
import { t } from './messages.ts'

/** Why the contents of the user's other views leave no place for one of this size (both in characters), or null. */
export function whyNotSize(
  views: readonly { readonly id: string; readonly size: number }[],
  id: string,
  size: number,
): Message | null {
  const others = views.reduce((sum, view) => (view.id === id ? sum : sum + view.size), 0)
  return others + size > MAX_VIEWS_CONTENT ? t('MsgViewsTooLong') : null
}

/** Why the user cannot have one more view of a list, or null. */
export function whyNotOneMore(views: readonly { readonly list: string }[], list: string): Message | null {
  if (views.filter((view) => view.list === list).length >= MAX_VIEWS) return t('MsgTooManyViews', { max: MAX_VIEWS })
  return views.length >= MAX_VIEWS_IN_ALL ? t('MsgTooManyViewsInAll', { max: MAX_VIEWS_IN_ALL }) : null
}
