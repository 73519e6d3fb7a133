/* The first scenes of `drawbar new`, as they lie in scenes/new, as part of the program. */
  .section .rodata, "a", @progbits

  .macro scene name
  .global drawbar_new_\name
drawbar_new_\name:
  .incbin "scenes/new/\name\().json"
  .global drawbar_new_\name\()_end
drawbar_new_\name\()_end:
  .endm

  scene vehicle
  scene arm
  scene crane

  .section .note.GNU-stack, "", @progbits
