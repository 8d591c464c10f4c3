/* Any text inside Markdown: whatever it holds, it neither breaks a table, nor begins anything, nor
 * calls anybody. The rules are those of CommonMark and of GitHub's and GitLab's references. */
#ifndef RENDER_TEXT_MARKDOWN_ESCAPE_H
#define RENDER_TEXT_MARKDOWN_ESCAPE_H

/* As prose: signs of Markdown are escaped, and behind what would begin a reference (@name, #12)
 * stands a space of no width. The caller frees it. */
char *markdown_prose(const char *text);

/* As code, for names and values: between backticks, or where these cannot hold it, as in a table a
 * "|", as <code> with entities. "" stays "". The caller frees it. */
char *markdown_code(const char *text);

/* A fence of backticks longer than any in text, for a block of code. The caller frees it. */
char *markdown_fence(const char *text);

#endif
