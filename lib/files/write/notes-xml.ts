import { columnLetters } from '@/lib/files/book/column-letters'
import { textElement } from './cell-text'
import { SPREADSHEET_NS, XML_HEADER } from './xml-names'

/** Notes of header cells, by column from 0. */
type Notes = ReadonlyMap<number, string>

/** commentsN.xml: the texts of notes. */
export function commentsXml(notes: Notes): string {
  const all = [...notes].map(
    ([column, text]) =>
      `<comment ref="${columnLetters(column)}1" authorId="0"><text><r>${textElement(text)}</r></text></comment>`,
  )
  return `${XML_HEADER}<comments xmlns="${SPREADSHEET_NS}"><authors><author/></authors><commentList>${all.join('')}</commentList></comments>`
}

/** vmlDrawingN.vml: the boxes in which Excel shows notes. Without them it repairs the file and drops the notes. */
export function notesVml(notes: Notes): string {
  const shapes = [...notes.keys()].map(
    (column, at) =>
      `<v:shape id="_x0000_s${1025 + at}" type="#_x0000_t202" style="position:absolute;width:108pt;height:59.25pt;z-index:${at + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"/></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1},15,0,2,${column + 3},31,4,4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  )
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${shapes.join('')}</xml>`
}
