const KEBAB = /^[a-z]+(-[a-z]+)*$/

/** True for a name in kebab case. */
export const isKebabCase = (name: string): boolean => KEBAB.test(name)

export type FeatureNames = ReturnType<typeof featureNames>

/** The names of a feature, `lost-items`, as they appear in the skeleton's files and paths: in code, and as words of texts. */
export function featureNames(plural: string, singular = singularOf(plural)) {
  const word = singular.replaceAll('-', ' ')
  const words = plural.replaceAll('-', ' ')
  const withArticle = `${/^([aeio]|u(?!ni|se))/.test(word) ? 'an' : 'a'} ${word}`
  return {
    kebab: plural,
    table: plural.replaceAll('-', '_'),
    path: singular.replaceAll('-', ''),
    names: camel(plural),
    name: camel(singular),
    Names: capitalised(camel(plural)),
    Name: capitalised(camel(singular)),
    words,
    word,
    Words: capitalised(words),
    Word: capitalised(word),
    a: withArticle,
    A: capitalised(withArticle),
  }
}

/** The singular by the ending: battery, address, key. */
function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return plural.replace(/ies$/, 'y')
  return /(ss|sh|ch|x)es$/.test(plural) ? plural.replace(/es$/, '') : plural.replace(/s$/, '')
}

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
