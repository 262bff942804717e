"""x"""

from annotator.work.visibility import *
