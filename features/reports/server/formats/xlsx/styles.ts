/** How a cell looks: headings are bold, wrap and begin at the top of their row. */
type Look = 'plain' | 'bold' | 'heading'
type Style = { readonly format: string | undefined; readonly look: Look }

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** Numbers of formats below this are the program's own. */
const FIRST_FORMAT = 164

/** The styles of a workbook by their numbers; number 0 is the plain one without a format. */
export function styleTable() {
  const all: Style[] = [{ format: undefined, look: 'plain' }]
  return {
    all: all as readonly Style[],
    /** The number of a style, which is added if there is none like it. */
    of(format: string | undefined, look: Look = 'plain'): number {
      const found = all.findIndex((style) => style.format === format && style.look === look)
      return found >= 0 ? found : all.push({ format, look }) - 1
    },
  }
}

export function stylesXml(styles: readonly Style[]): string {
  const formats = [...new Set(styles.flatMap(({ format }) => format ?? []))]
  const numberOf = (format: string | undefined) => (format === undefined ? 0 : FIRST_FORMAT + formats.indexOf(format))
  const listed = formats.map(
    (format) => `<numFmt numFmtId="${numberOf(format)}" formatCode="${format.replaceAll('"', '&quot;')}"/>`,
  )
  const cells = styles.map(({ format, look }) => {
    const attributes = `numFmtId="${numberOf(format)}" fontId="${look === 'plain' ? 0 : 1}" fillId="0" borderId="0" xfId="0" \
applyNumberFormat="1" applyFont="1"`
    return look === 'heading'
      ? `<xf ${attributes} applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>`
      : `<xf ${attributes}/>`
  })
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  return `<styleSheet xmlns="${MAIN}">\
${listed.length > 0 ? `<numFmts count="${listed.length}">${listed.join('')}</numFmts>` : ''}\
<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}
