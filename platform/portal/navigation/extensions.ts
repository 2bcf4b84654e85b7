import { type ComponentType, createContext, createElement, Fragment, use, useMemo } from 'react'

/** A place on a feature's screens to which features above it contribute values of one type, such as tabs or components. */
export type ExtensionPoint<T> = { readonly accepts?: (value: T) => void }
export const extensionPoint = <T>(): ExtensionPoint<T> => ({})

/** A value that a feature contributes to a point. */
export type Extension = { readonly point: ExtensionPoint<never>; readonly value: unknown }
export const extension = <T>(point: ExtensionPoint<T>, value: T): Extension => ({ point, value })

/** The extensions of all features. */
export const ExtensionsContext = createContext<readonly Extension[]>([])

/** The values of a point, in the order of the features. */
export function useExtensions<T>(point: ExtensionPoint<T>): readonly T[] {
  const extensions = use(ExtensionsContext)
  return useMemo(() => extensions.flatMap((one) => (one.point === point ? [one.value as T] : [])), [extensions, point])
}

type Extended<Props> = { readonly point: ExtensionPoint<ComponentType<Props>>; readonly props: NoInfer<Props> }
/** The components of a point, each with the same properties. */
export const Extensions = <Props extends object>({ point, props }: Extended<Props>) =>
  createElement(Fragment, null, ...useExtensions(point).map((component) => createElement(component, props)))
