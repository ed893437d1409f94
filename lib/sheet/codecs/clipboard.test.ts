import { expect, test } from 'vitest'
import { readClip, readClipSteps, writeClip } from './clipboard'
import { readHtmlTable } from './html-table'

const texts = (html: string) => readHtmlTable(html)?.map(row => row.map(cell => cell.text))

/** From Excel 365 for Windows, as Chromium provides it. */
const excel = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<link id=Main-File rel=Main-File href="file:///C:/Users/shop/AppData/Local/Temp/msohtmlclip1/01/clip.htm">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
td
	{padding:0px;
	mso-number-format:General;}
.xl65
	{mso-number-format:"\\@";}
-->
</style>
</head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=256 style='border-collapse:
 collapse;width:192pt'>
<!--StartFragment-->
 <col width=64 span=4 style='width:48pt'>
 <tr height=44 style='height:33.0pt'>
  <td height=44 class=xl65 width=64 style='height:33.0pt;width:48pt'>00123</td>
  <td class=xl66 width=64 style='width:48pt'>문 앞에<br>
    &quot;꼭&quot; 놓아<span style='mso-spacerun:yes'>  </span>주세요</td>
  <td align=right width=64 style='width:48pt' x:num="123456789012">1.23457E+11</td>
  <td width=64 style='width:48pt'></td>
 </tr>
 <tr height=22>
  <td colspan=2 height=22 style='mso-ignore:colspan'>27&quot; 모니터 &amp; &lt;케이블&gt;</td>
  <td>&nbsp;</td>
  <td align=right>1</td>
 </tr>
 <![if supportMisalignedColumns]>
 <tr height=0 style='display:none'>
  <td width=64 style='width:48pt'></td>
 </tr>
 <![endif]>
<!--EndFragment-->
</table>
</body>
</html>`

const libreOffice = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title>
<meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/>
<style type="text/css">body,div,table,td,p { font-family:"Liberation Sans"; font-size:x-small }</style></head>
<body><table cellspacing="0" border="0"><colgroup span="3" width="85"></colgroup>
	<tr>
		<td height="17" align="left"><font face="Noto Sans CJK JP">東京都<br>千代田区</font></td>
		<td align="right" sdval="123456789012" sdnum="1033;">###</td>
		<td align="left"><br></td>
	</tr>
	<tr>
		<td rowspan=2 height="34" align="left" valign=top>A-1</td>
		<td align="left" sdnum="1033;0;@">0123</td>
		<td align="left">x</td>
	</tr>
	<tr>
		<td align="left">y</td>
		<td align="left">z</td>
	</tr>
</table></body></html>`

const google = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;060-0001&quot;}">060-0001</td><td style="text-align:right;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:2024010112345678}" data-sheets-numberformat="{&quot;1&quot;:1}">2.02401E+15</td></tr><tr><td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;a\\nb&quot;}">a<br/>b</td><td></td></tr></tbody></table>`

test('a table of Excel is read with texts, line breaks, blanks and merged cells, without its hidden row of widths', () => {
  expect(texts(excel)).toEqual([
    ['00123', '문 앞에\n"꼭" 놓아  주세요', '1.23457E+11', ''],
    ['27" 모니터 & <케이블>', '', '', '1'],
  ])
})

test('tables of LibreOffice and Google Sheets are read', () => {
  expect(texts(libreOffice)).toEqual([
    ['東京都\n千代田区', '###', ''],
    ['A-1', '0123', 'x'],
    ['', 'y', 'z'],
  ])
  expect(texts(google)).toEqual([
    ['060-0001', '2.02401E+15'],
    ['a\nb', ''],
  ])
})

test('paragraphs and list items in a copied cell are lines of its text', () => {
  const cells = '<td><p>山田</p><p>太郎</p></td><td><div>양말<ul><li>빨강</li><li>파랑</li></ul></div></td>'
  expect(texts(`<table><tr>${cells}</tr></table>`)).toEqual([['山田\n太郎', '양말\n빨강\n파랑']])
})

test('plain text has priority; shortened numbers are restored from the HTML', () => {
  const plain = '00123\t"문 앞에\n""꼭"" 놓아  주세요"\t1.23457E+11\t\r\n27" 모니터 & <케이블>\t\t\t1\r\n'
  expect(readClip({ text: plain, html: excel })).toEqual({
    block: [
      ['00123', '문 앞에\n"꼭" 놓아  주세요', '123456789012', ''],
      ['27" 모니터 & <케이블>', '', '', '1'],
    ],
    restored: 1,
  })
  expect(readClip({ text: '东京\t###\t\nA-1\t0123\tx\n\ty\tz', html: libreOffice }).block[0]?.[1]).toBe(
    '123456789012',
  )
})

test('digits beyond the fifteenth are never invented', () => {
  expect(readClip({ text: '060-0001\t2.02401E+15\n"a\nb"\t', html: google })).toEqual({
    block: [
      ['060-0001', '2.02401E+15'],
      ['a\nb', ''],
    ],
    restored: 0,
  })
})

test('HTML without plain text, and HTML whose plain text split a cell, is read', () => {
  expect(readClip({ text: '', html: libreOffice }).block).toHaveLength(3)
  expect(readClip({ text: '', html: '<table><tr><td>a<br>b' }).block).toEqual([['a\nb']])
  const html = '<table><tr><td>문 앞에<br>놓아</td><td>2</td></tr></table>'
  expect(readClip({ text: '문 앞에\n놓아\t2', html }).block).toEqual([['문 앞에\n놓아', '2']])
  expect(readClip({ text: 'a\tb', html: '<p>a<br>b</p>' }).block).toEqual([['a', 'b']])
})

test('scripts, external resources and huge tables are read as text or ignored', () => {
  expect(
    texts(
      `<script>document.title='x'</script><table onload="alert(1)"><tr><td><img src=x onerror=alert(1)>a<script>b</script>
       </td><td><style>td{}</style><iframe src="//evil"></iframe>c</td><td title="</td>">d &#x1F4A9; &bogus; &#0;</td></tr></table>`,
    ),
  ).toEqual([['a', 'c', 'd 💩 &bogus; &#0;']])
  expect(texts('<table><tr><td colspan=100000000>a</td><td>b')?.[0]?.length).toBe(1001)
  expect(texts(`<table>${'<tr><td colspan=1000>'.repeat(6000)}`)).toBeUndefined()
  expect(texts('<table><tr><td>never closed <b')).toEqual([['never closed']])
  expect(texts('a < b & c')).toBeUndefined()
})

test('copied HTML marks every cell as text, and is read back unchanged', () => {
  const matrix = [
    ['00123', 'a <b> & "c"', ' two  blanks '],
    ['문 앞에\n놓아', '', '=1+1'],
  ]
  const { text, html } = writeClip(matrix)
  expect(html).toContain('mso-number-format:"\\@"')
  expect(texts(html)).toEqual(matrix)
  expect(readClip({ text, html })).toEqual({ block: matrix, restored: 0 })
})

test('an entity that spreadsheets do not write stays as it is', () => {
  expect(texts('<table><tr><td>&constructor; &amp; &toString</td></tr></table>')).toEqual([
    ['&constructor; & &toString'],
  ])
})

test('merged cells that span too many rows are not read as a table', () => {
  const merged = '<td colspan=1000 rowspan=65534>x</td>'
  const table = readHtmlTable(`<table><tr>${merged}</tr>${'<tr></tr>'.repeat(6000)}</table>`)
  expect(table?.length).toBeUndefined()
})

test('a large clipboard is read with pauses, also while its HTML is searched, parsed and compared', () => {
  const filler = Array.from({ length: 4000 }, (_, i) => [`A-${i}`, 'x'.repeat(250)])
  const pausesOf = (cell: string, markup: string) => {
    const rows = [...filler, [cell, 'last']]
    const html = `<table>${rows.map(([a, b]) => `<tr><td${a === cell ? markup : ''}>${a}<td>${b}`).join('')}`
    const steps = readClipSteps({ text: rows.map(row => row.join('\t')).join('\n'), html })
    for (let pauses = 0; ; pauses++) {
      const next = steps.next()
      if (next.done) return { pauses, last: next.value.block.at(-1), restored: next.value.restored }
    }
  }
  const plain = pausesOf('none', '')
  const exact = pausesOf('1.2E+5', ' x:num="123456"')
  expect(plain).toEqual({ pauses: expect.any(Number), last: ['none', 'last'], restored: 0 })
  expect(exact).toEqual({ pauses: expect.any(Number), last: ['123456', 'last'], restored: 1 })
  // The rows of the text, then 500,000 characters of the HTML at a time.
  expect(plain.pauses).toBeGreaterThanOrEqual(20 + 2)
  // Thousands of tags and texts at a time, and the rows again.
  expect(exact.pauses).toBeGreaterThanOrEqual(plain.pauses + 20)
})

test('a sign that lies between two parts of a large clipboard is found', () => {
  for (let at = 499_996; at <= 500_004; at++) {
    const text = `${'x'.repeat(at)}\t###`
    const html = `<table><tr><td>${'x'.repeat(at)}<td x:num="7">###`
    expect(readClip({ text, html }).block[0]?.[1]).toBe('7')
    const torn = `${'y'.repeat(at)}<br>b`
    expect(readClip({ text: `${'y'.repeat(at)}\nb`, html: `<table><tr><td>${torn}` }).block).toHaveLength(1)
  }
})
