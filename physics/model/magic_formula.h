// Coefficients of the Magic Formula, under the names that tyre property files give them.
//
// Published in Pacejka, Tire and Vehicle Dynamics, 2012, section 4.3, and by every maker of .tir files; what
// each does is said by the equations in physics/vehicle/magic_formula.cpp. Without a unit they are
// dimensionless.
#pragma once

#include <string_view>

namespace drawbar::physics {

/// Those of MF 5.2, and of what later versions add the terms in camber at nominal pressure. What is not given
/// is 0, scaling factors 1.
struct MagicFormula {
  bool newer = false;  ///< 6.x: PKY6 and PKY7 in place of PHY3, |camber| in the trail
  // Reference
  double fnomin = 0;           ///< nominal load, N
  double unloaded_radius = 0;  ///< R_0, m
  // Ranges: inputs beyond them count as at them
  double kpumin = -1.5, kpumax = 1.5;
  double alpmin = -1.5, alpmax = 1.5;  ///< rad
  double cammin = -0.5, cammax = 0.5;  ///< rad
  double fzmin = 0, fzmax = 1e+09;     ///< N
  // Scaling
  double lfzo = 1, lcx = 1, lmux = 1, lex = 1, lkx = 1, lhx = 1, lvx = 1, lcy = 1, lmuy = 1, ley = 1, lky = 1,
         lhy = 1, lvy = 1, lgax = 1, lgay = 1, lgaz = 1, lkyc = 1, ltr = 1, lxal = 1, lyka = 1, lvyka = 1,
         lsgkp = 1, lsgal = 1;
  // Longitudinal force
  double pcx1 = 0;
  double pdx1 = 0, pdx2 = 0, pdx3 = 0;
  double pex1 = 0, pex2 = 0, pex3 = 0, pex4 = 0;
  double pkx1 = 0, pkx2 = 0, pkx3 = 0;
  double phx1 = 0, phx2 = 0;
  double pvx1 = 0, pvx2 = 0;
  double rbx1 = 0, rbx2 = 0, rbx3 = 0;
  double rcx1 = 0;
  double rex1 = 0, rex2 = 0;
  double rhx1 = 0;
  double ptx1 = 0, ptx2 = 0, ptx3 = 0;
  // Lateral force
  double pcy1 = 0;
  double pdy1 = 0, pdy2 = 0, pdy3 = 0;
  double pey1 = 0, pey2 = 0, pey3 = 0, pey4 = 0, pey5 = 0;
  double pky1 = 0, pky2 = 0, pky3 = 0, pky4 = 2, pky5 = 0, pky6 = 0, pky7 = 0;
  double phy1 = 0, phy2 = 0, phy3 = 0;
  double pvy1 = 0, pvy2 = 0, pvy3 = 0, pvy4 = 0;
  double rby1 = 0, rby2 = 0, rby3 = 0, rby4 = 0;
  double rcy1 = 0;
  double rey1 = 0, rey2 = 0;
  double rhy1 = 0, rhy2 = 0;
  double rvy1 = 0, rvy2 = 0, rvy3 = 0, rvy4 = 0, rvy5 = 0, rvy6 = 0;
  double pty1 = 0, pty2 = 0;
  // Pneumatic trail
  double qbz1 = 0, qbz2 = 0, qbz3 = 0, qbz4 = 0, qbz5 = 0, qbz6 = 0;
  double qcz1 = 0;
  double qdz1 = 0, qdz2 = 0, qdz3 = 0, qdz4 = 0;
  double qez1 = 0, qez2 = 0, qez3 = 0, qez4 = 0, qez5 = 0;
  double qhz1 = 0, qhz2 = 0, qhz3 = 0, qhz4 = 0;
};

/// A coefficient by its name.
struct MagicFormulaField {
  std::string_view name;  ///< as a .tir file writes it
  double MagicFormula::*value;
};
inline constexpr MagicFormulaField kMagicFormulaFields[] = {
    {"FNOMIN", &MagicFormula::fnomin}, {"UNLOADED_RADIUS", &MagicFormula::unloaded_radius},
    {"KPUMIN", &MagicFormula::kpumin}, {"KPUMAX", &MagicFormula::kpumax},
    {"ALPMIN", &MagicFormula::alpmin}, {"ALPMAX", &MagicFormula::alpmax},
    {"CAMMIN", &MagicFormula::cammin}, {"CAMMAX", &MagicFormula::cammax},
    {"FZMIN", &MagicFormula::fzmin},   {"FZMAX", &MagicFormula::fzmax},
    {"LFZO", &MagicFormula::lfzo},     {"LCX", &MagicFormula::lcx},
    {"LMUX", &MagicFormula::lmux},     {"LEX", &MagicFormula::lex},
    {"LKX", &MagicFormula::lkx},       {"LHX", &MagicFormula::lhx},
    {"LVX", &MagicFormula::lvx},       {"LCY", &MagicFormula::lcy},
    {"LMUY", &MagicFormula::lmuy},     {"LEY", &MagicFormula::ley},
    {"LKY", &MagicFormula::lky},       {"LHY", &MagicFormula::lhy},
    {"LVY", &MagicFormula::lvy},       {"LGAX", &MagicFormula::lgax},
    {"LGAY", &MagicFormula::lgay},     {"LGAZ", &MagicFormula::lgaz},
    {"LKYC", &MagicFormula::lkyc},     {"LTR", &MagicFormula::ltr},
    {"LXAL", &MagicFormula::lxal},     {"LYKA", &MagicFormula::lyka},
    {"LVYKA", &MagicFormula::lvyka},   {"LSGKP", &MagicFormula::lsgkp},
    {"LSGAL", &MagicFormula::lsgal},   {"PCX1", &MagicFormula::pcx1},
    {"PDX1", &MagicFormula::pdx1},     {"PDX2", &MagicFormula::pdx2},
    {"PDX3", &MagicFormula::pdx3},     {"PEX1", &MagicFormula::pex1},
    {"PEX2", &MagicFormula::pex2},     {"PEX3", &MagicFormula::pex3},
    {"PEX4", &MagicFormula::pex4},     {"PKX1", &MagicFormula::pkx1},
    {"PKX2", &MagicFormula::pkx2},     {"PKX3", &MagicFormula::pkx3},
    {"PHX1", &MagicFormula::phx1},     {"PHX2", &MagicFormula::phx2},
    {"PVX1", &MagicFormula::pvx1},     {"PVX2", &MagicFormula::pvx2},
    {"RBX1", &MagicFormula::rbx1},     {"RBX2", &MagicFormula::rbx2},
    {"RBX3", &MagicFormula::rbx3},     {"RCX1", &MagicFormula::rcx1},
    {"REX1", &MagicFormula::rex1},     {"REX2", &MagicFormula::rex2},
    {"RHX1", &MagicFormula::rhx1},     {"PTX1", &MagicFormula::ptx1},
    {"PTX2", &MagicFormula::ptx2},     {"PTX3", &MagicFormula::ptx3},
    {"PCY1", &MagicFormula::pcy1},     {"PDY1", &MagicFormula::pdy1},
    {"PDY2", &MagicFormula::pdy2},     {"PDY3", &MagicFormula::pdy3},
    {"PEY1", &MagicFormula::pey1},     {"PEY2", &MagicFormula::pey2},
    {"PEY3", &MagicFormula::pey3},     {"PEY4", &MagicFormula::pey4},
    {"PEY5", &MagicFormula::pey5},     {"PKY1", &MagicFormula::pky1},
    {"PKY2", &MagicFormula::pky2},     {"PKY3", &MagicFormula::pky3},
    {"PKY4", &MagicFormula::pky4},     {"PKY5", &MagicFormula::pky5},
    {"PKY6", &MagicFormula::pky6},     {"PKY7", &MagicFormula::pky7},
    {"PHY1", &MagicFormula::phy1},     {"PHY2", &MagicFormula::phy2},
    {"PHY3", &MagicFormula::phy3},     {"PVY1", &MagicFormula::pvy1},
    {"PVY2", &MagicFormula::pvy2},     {"PVY3", &MagicFormula::pvy3},
    {"PVY4", &MagicFormula::pvy4},     {"RBY1", &MagicFormula::rby1},
    {"RBY2", &MagicFormula::rby2},     {"RBY3", &MagicFormula::rby3},
    {"RBY4", &MagicFormula::rby4},     {"RCY1", &MagicFormula::rcy1},
    {"REY1", &MagicFormula::rey1},     {"REY2", &MagicFormula::rey2},
    {"RHY1", &MagicFormula::rhy1},     {"RHY2", &MagicFormula::rhy2},
    {"RVY1", &MagicFormula::rvy1},     {"RVY2", &MagicFormula::rvy2},
    {"RVY3", &MagicFormula::rvy3},     {"RVY4", &MagicFormula::rvy4},
    {"RVY5", &MagicFormula::rvy5},     {"RVY6", &MagicFormula::rvy6},
    {"PTY1", &MagicFormula::pty1},     {"PTY2", &MagicFormula::pty2},
    {"QBZ1", &MagicFormula::qbz1},     {"QBZ2", &MagicFormula::qbz2},
    {"QBZ3", &MagicFormula::qbz3},     {"QBZ4", &MagicFormula::qbz4},
    {"QBZ5", &MagicFormula::qbz5},     {"QBZ6", &MagicFormula::qbz6},
    {"QCZ1", &MagicFormula::qcz1},     {"QDZ1", &MagicFormula::qdz1},
    {"QDZ2", &MagicFormula::qdz2},     {"QDZ3", &MagicFormula::qdz3},
    {"QDZ4", &MagicFormula::qdz4},     {"QEZ1", &MagicFormula::qez1},
    {"QEZ2", &MagicFormula::qez2},     {"QEZ3", &MagicFormula::qez3},
    {"QEZ4", &MagicFormula::qez4},     {"QEZ5", &MagicFormula::qez5},
    {"QHZ1", &MagicFormula::qhz1},     {"QHZ2", &MagicFormula::qhz2},
    {"QHZ3", &MagicFormula::qhz3},     {"QHZ4", &MagicFormula::qhz4},
};

}  // namespace drawbar::physics
