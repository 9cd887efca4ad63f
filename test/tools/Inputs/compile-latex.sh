# Compiles a LaTeX document where LaTeX is installed, with what it needs.
#
#   compile-latex.sh FILE -> "compiled", or what LaTeX says and "does not
#                            compile", or why it was not tried
for file in standalone.cls tikz.sty; do
  kpsewhich "$file" >/dev/null 2>&1 || {
    echo "not tried: there is no $file"
    exit 0
  }
done
command -v pdflatex >/dev/null || {
  echo "not tried: there is no pdflatex"
  exit 0
}
rm -f "${1%.tex}.pdf"
pdflatex -interaction=nonstopmode -halt-on-error \
  -output-directory "$(dirname "$1")" "$1" && [ -s "${1%.tex}.pdf" ] &&
  echo compiled || echo does not compile
