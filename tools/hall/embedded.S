/* Files as they lie, as part of the program: the unit of drawbard, and the hall's page. */
  .section .rodata, "a", @progbits

  .macro file symbol, path
  .global drawbar_\symbol
drawbar_\symbol:
  .incbin "\path"
  .global drawbar_\symbol\()_end
drawbar_\symbol\()_end:
  .endm

  file drawbard_unit, server/drawbard.service
  file hall_page, tools/hall/page.html

  .section .note.GNU-stack, "", @progbits
