/* The style sheet and the script of pages. */
#include "render/draw/svg.h"
#include "render/draw/theme.h"
#include "render/html/html.h"

static const char rules[] =
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:15px/1.5 'DejaVu Sans',Verdana,system-ui,sans-serif}\n"
    "main,footer{max-width:1160px;margin:0 auto;padding:0 20px}\n"
    "main{padding-top:24px}\n"
    "h1{font-size:1.5rem;line-height:1.3;margin:.4em 0}\n"
    "h2{font-size:1.2rem;margin:2em 0 .5em;padding-top:.6em;border-top:1px solid var(--grid)}\n"
    "h3{font-size:1rem;margin:0;display:inline}\n"
    "a{color:var(--new)}\n"
    "code,pre{font-family:'DejaVu Sans Mono',monospace;font-size:.88em}\n"
    "pre{overflow-x:auto;background:var(--band);padding:12px;border-radius:6px;line-height:1.35}\n"
    ".second,.subject,caption,footer{color:var(--second)}\n"
    ".sides,.counts{list-style:none;margin:.4em 0;padding:0}\n"
    ".counts{display:flex;flex-wrap:wrap;gap:8px 20px;font-size:1.05rem}\n"
    ".counts b{font-size:1.25rem}\n"
    ".regressed,.mixed{color:var(--bad);font-weight:bold}\n"
    ".improved{color:var(--good);font-weight:bold}\n"
    ".verdict.regressed::before{content:'\\25BC\\A0'}\n"
    ".verdict.improved::before{content:'\\25B2\\A0'}\n"
    ".verdict.same::before{content:'\\25CF\\A0'}\n"
    ".verdict.shifted::before{content:'\\25C6\\A0'}\n"
    ".verdict.undecided::before{content:'\\25CB\\A0'}\n"
    "figure{margin:16px 0}\n"
    "figcaption{font-weight:bold;margin-bottom:4px}\n"
    "figure svg{display:block;width:100%;height:auto;max-width:1120px;min-width:640px}\n"
    "figure{overflow-x:auto}\n"
    ".scroll{overflow-x:auto;margin:8px 0}\n"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "caption{text-align:left;padding:4px 0}\n"
    "th,td{padding:4px 10px;text-align:left;border-bottom:1px solid var(--grid);"
    "white-space:nowrap}\n"
    "tbody th{font-weight:normal}\n"
    "thead th{color:var(--second);font-weight:normal;vertical-align:bottom}\n"
    ".n{text-align:right}\n"
    "th button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;"
    "text-decoration:underline dotted}\n"
    "th[aria-sort=ascending] button::after{content:' \\2191'}\n"
    "th[aria-sort=descending] button::after{content:' \\2193'}\n"
    "details{margin:8px 0}\n"
    "details.test{border:1px solid var(--grid);border-radius:6px;padding:8px 12px}\n"
    "summary{cursor:pointer}\n"
    ":focus-visible{outline:2px solid var(--new);outline-offset:2px}\n"
    "form{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center;margin:12px 0}\n"
    "input,button.copy{font:inherit;color:inherit;background:var(--paper);"
    "border:1px solid var(--muted);border-radius:4px;padding:2px 8px}\n"
    "footer{padding-top:24px;padding-bottom:24px;font-size:.85rem}\n"
    "@media (max-width:600px){main,footer{padding-left:12px;padding-right:12px}"
    "h1{font-size:1.2rem}}\n";

static const char printed[] = "@page{size:A4 landscape;margin:12mm}\n"
			      "@media print{form,button.copy{display:none}main{max-width:none}"
			      "figure,tr,.sides,.counts{break-inside:avoid}figure svg{min-width:0}"
			      "pre{white-space:pre-wrap}a{color:inherit;text-decoration:none}}\n";

void
html_style(FILE *out)
{
	const struct theme *light = &themes[0], *dark = theme_find("dark");

	fputs(":root{color-scheme:light dark;", out);
	theme_css(out, light);
	fputs("}\n@media (prefers-color-scheme:dark){:root{", out);
	theme_css(out, dark);
	fputs("}}\n@media print{:root{", out);
	theme_css(out, light);
	fputs("}}\n", out);
	svg_css(out);
	fputs(rules, out);
	fputs(printed, out);
}

/* Tables sort by their heads; the table of changes has a filter; the mail can be copied; printing
 * opens what is folded. Nothing here is needed to read the page. */
static const char script[] =
    "'use strict';\n"
    "const value = (row, i) => {\n"
    "  const cell = row.cells[i], v = cell.dataset.v;\n"
    "  return v === undefined ? cell.textContent : Number(v);\n"
    "};\n"
    "const compare = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b\n"
    "  : typeof a === 'number' ? -1 : typeof b === 'number' ? 1 : a.localeCompare(b, 'en',\n"
    "    {numeric: true});\n"
    "for (const head of document.querySelectorAll('thead th')) {\n"
    "  const table = head.closest('table'), i = head.cellIndex;\n"
    "  const button = document.createElement('button');\n"
    "  button.type = 'button';\n"
    "  button.append(...head.childNodes);\n"
    "  head.append(button);\n"
    "  button.addEventListener('click', () => {\n"
    "    const up = head.getAttribute('aria-sort') !== 'ascending';\n"
    "    for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');\n"
    "    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');\n"
    "    const body = table.tBodies[0], rows = [...body.rows];\n"
    "    rows.sort((a, b) => (up ? 1 : -1) * compare(value(a, i), value(b, i)));\n"
    "    body.append(...rows);\n"
    "  });\n"
    "}\n"
    "const form = document.getElementById('filter');\n"
    "if (form) {\n"
    "  const table = document.getElementById('changes'), heads = [...table.tHead.rows[0].cells];\n"
    "  const at = name => heads.findIndex(h => h.textContent.trim() === name);\n"
    "  const change = at('change'), verdict = at('verdict');\n"
    "  const apply = () => {\n"
    "    const least = Number(form.least.value) / 100, text = form.text.value.toLowerCase();\n"
    "    let shown = 0;\n"
    "    for (const row of table.tBodies[0].rows) {\n"
    "      const v = Math.abs(Number(row.cells[change].dataset.v || 0));\n"
    "      const word = row.cells[verdict].textContent.trim();\n"
    "      const keep = (!form.changed.checked || word === 'regressed' || word === 'improved')\n"
    "        && !(v < least) && row.textContent.toLowerCase().includes(text);\n"
    "      row.hidden = !keep;\n"
    "      shown += keep;\n"
    "    }\n"
    "    form.querySelector('output').textContent = shown + ' of '\n"
    "      + table.tBodies[0].rows.length + ' rows';\n"
    "  };\n"
    "  form.hidden = false;\n"
    "  form.addEventListener('input', apply);\n"
    "  form.addEventListener('submit', e => e.preventDefault());\n"
    "  apply();\n"
    "}\n"
    "for (const button of document.querySelectorAll('button.copy')) {\n"
    "  const pre = document.getElementById(button.dataset.of);\n"
    "  button.hidden = false;\n"
    "  button.addEventListener('click', () => {\n"
    "    const range = document.createRange();\n"
    "    range.selectNodeContents(pre);\n"
    "    getSelection().removeAllRanges();\n"
    "    getSelection().addRange(range);\n"
    "    if (navigator.clipboard) navigator.clipboard.writeText(pre.textContent).catch(() => {});\n"
    "    button.textContent = 'copied';\n"
    "  });\n"
    "}\n"
    "addEventListener('beforeprint', () => {\n"
    "  for (const d of document.querySelectorAll('details')) d.open = true;\n"
    "});\n";

void
html_script(FILE *out)
{
	fputs(script, out);
}
