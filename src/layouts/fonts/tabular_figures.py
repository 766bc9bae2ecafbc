import sys
from fontTools.ttLib import TTFont
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib.tables._g_l_y_f import Glyph
import copy
src, out = sys.argv[1:]
font = TTFont(src)
cmap, hmtx, glyf = font.getBestCmap(), font['hmtx'], font['glyf']
names = [cmap[ord(c)] for c in '0123456789']
width = hmtx[names[0]][0]
order = font.getGlyphOrder()
for name in names:
    advance, lsb = hmtx[name]
    new = f'{name}.tnum'
    glyph = copy.deepcopy(glyf[name])
    shift = (width - advance) // 2
    glyph.coordinates.translate((shift, 0)) if glyph.numberOfContours > 0 else None
    order.append(new)
    glyf.glyphs[new] = glyph
    hmtx.metrics[new] = (width, lsb + shift)
font.setGlyphOrder(order)
glyf.glyphOrder = order
for name in names: glyf[f'{name}.tnum'].recalcBounds(glyf)
font['maxp'].numGlyphs = len(order)
locl_fea = ''
addOpenTypeFeaturesFromString(font, 'languagesystem DFLT dflt;\nlanguagesystem latn dflt;\nfeature tnum {\n' + '\n'.join(f'sub {n} by {n}.tnum;' for n in names) + '\n} tnum;', tables=['GSUB'])
font.flavor = 'woff2'
font.save(out)
