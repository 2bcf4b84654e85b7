/** The areas that the report viewer fills (spec 3 §2 "Report viewer"); a template has the last one at least. */
export const VIEWER_AREAS = ['toolbar', 'parameters', 'documentMap', 'thumbnails', 'search', 'page'] as const
export type ViewerArea = (typeof VIEWER_AREAS)[number]

/** The layout of the report viewer: elements whose classes arrange the named areas. */
export const VIEWER_TEMPLATE = `<!doctype html>
<title>Report viewer</title>
<div class="column">
  <div data-area="toolbar"></div>
  <div class="row">
    <div data-area="parameters"></div>
    <div data-area="documentMap"></div>
    <div data-area="thumbnails"></div>
    <div data-area="search"></div>
    <div data-area="page"></div>
  </div>
</div>
`
