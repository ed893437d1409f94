/** Names that the parts of an XLSX file share (ECMA-376). */

export const XML_HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const SPREADSHEET_NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const RELATIONSHIPS_NS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const PACKAGE_NS = 'http://schemas.openxmlformats.org/package/2006'
